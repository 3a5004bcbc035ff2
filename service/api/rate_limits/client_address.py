"""The address of a client, also behind trusted proxies."""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from werkzeug.wrappers import Request


class TrustedProxies:
    """The proxies whose X-Forwarded-For is believed: those that the operator named, and no others."""

    def __init__(self, networks: tuple[str, ...]) -> None:
        self.networks = [_network_without_mapping(ip_network(network, strict=False)) for network in networks]

    def client_address(self, request: Request) -> str:
        """The last address in X-Forwarded-For that is not one of our proxies."""
        address = request.remote_addr or ""
        if self.networks:
            forwarded = request.headers.get("X-Forwarded-For", "").split(",")
            while forwarded and self._is_trusted(address):
                address = forwarded.pop().strip() or address
        return _one_address_per_network(address)

    def _is_trusted(self, address: str) -> bool:
        try:
            parsed = _without_mapping(ip_address(address))
        except ValueError:
            return not address  # a unix socket has no address: only a proxy on this machine connects to it
        return any(parsed in network for network in self.networks if network.version == parsed.version)


def _without_mapping(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """A server that listens for both versions sees the IPv4 address 10.0.0.5 as ::ffff:10.0.0.5."""
    return getattr(address, "ipv4_mapped", None) or address


def _network_without_mapping(network: IPv4Network | IPv6Network) -> IPv4Network | IPv6Network:
    mapped = getattr(network.network_address, "ipv4_mapped", None)
    return ip_network((int(mapped), network.prefixlen - 96)) if mapped and network.prefixlen >= 96 else network


def _one_address_per_network(address: str) -> str:
    """An IPv6 client has a whole /64 network of addresses: the network is counted. Other text is counted as it is."""
    try:
        parsed = _without_mapping(ip_address(address))
    except ValueError:
        return address[:64]
    if isinstance(parsed, IPv6Address):
        return str(ip_network((int(parsed) >> 64 << 64, 64)))
    return str(parsed)
