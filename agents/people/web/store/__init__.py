"""What a server keeps: tables, decisions, leases, hints, reviews and players; and how games leave it."""
