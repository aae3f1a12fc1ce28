// The build stops here, with one message, if the headers of the system libraries are not installed. The targets that import
// them wait for this file, so their own errors do not hide the message. libcurl is not checked, because this target must not
// link it; its own header says what is missing.

#if !__has_include(<openssl/evp.h>) || !__has_include(<zlib.h>)
#error "The headers of libcurl, OpenSSL and zlib are needed. Debian and Ubuntu: apt-get install libcurl4-openssl-dev libssl-dev zlib1g-dev (PubNubChat and PubNubOriginServer: libsqlite3-dev as well)"
#endif
