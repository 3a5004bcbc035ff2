"""Brian Boru: High King of Ireland, by Peer Sylvester: tricks for towns, and courtship, battle and church beside them."""
