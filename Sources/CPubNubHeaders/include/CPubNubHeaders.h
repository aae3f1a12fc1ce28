// The target has no interface: it only checks that headers are installed. See headers.c.
