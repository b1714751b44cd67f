-----BEGIN PRIVATE KEY-----
not a key, only its place
-----END PRIVATE KEY-----
