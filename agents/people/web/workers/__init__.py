"""Work beside the tables: processes in which bots think, compiled rules, how busy the server is."""
