"""Brian Boru, by Peer Sylvester: tricks for towns, with courtship, battle and church beside them."""
