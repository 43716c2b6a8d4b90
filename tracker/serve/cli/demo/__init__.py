"""The main job shown end to end: real frames, real speech, a new database, and the commands a user would type."""
