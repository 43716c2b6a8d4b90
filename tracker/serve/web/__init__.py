"""The web pages: where people look, ask and decide. They read through the tracker, as whoever is signed in may."""
