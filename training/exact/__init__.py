"""Complete enumeration of small games: exact values, best responses, and solutions."""
