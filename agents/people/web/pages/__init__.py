"""Pages: drawn from what a viewer is shown, sent to browsers and kept up to date."""
