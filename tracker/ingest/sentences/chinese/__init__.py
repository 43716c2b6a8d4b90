"""Chinese sentences, Traditional and Simplified: read in Simplified characters, quoted as they were written."""
