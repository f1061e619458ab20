"""Text in, shorter text out: what serves users, whichever system does the work."""
