"""Small games walked through completely: exact values, best responses, and solutions."""
