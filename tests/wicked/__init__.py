"""Bad requests: a corpus, a generator, and a server on the wire."""
