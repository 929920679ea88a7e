"""Work beside the tables: processes in which bots think, compiled rules, and the load of the server."""
