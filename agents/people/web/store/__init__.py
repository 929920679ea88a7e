"""What a server stores: tables, decisions, leases, hints, reviews and players; and the export of games."""
