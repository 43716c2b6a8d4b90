"""The tracker over HTTP (DESIGN section 9). FastAPI and uvicorn load when a server starts, not before."""
