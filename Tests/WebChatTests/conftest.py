"""The samples on Hummingbird: the web chat in real browsers, and the bridge from HTTP to channels."""
