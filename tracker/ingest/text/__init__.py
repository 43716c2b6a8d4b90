"""Written words: notes, stories, chat exports. Each message becomes sentences, each sentence claims."""
