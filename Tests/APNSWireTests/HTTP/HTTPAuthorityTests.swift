// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

struct HTTPAuthorityTests {
    @Test(
        arguments: [
            ("localhost", "localhost", nil), ("LocalHost:8080", "localhost", 8080),
            ("127.0.0.1:0", "127.0.0.1", 0), ("[::1]", "::1", nil),
            ("[2001:DB8::1]:443", "2001:db8::1", 443),
            ("push_1.example-a.com:65535", "push_1.example-a.com", 65535),
        ] as [(String, String, Int?)])
    func `the name and the port are read`(text: String, name: String, port: Int?) throws {
        let authority = try #require(HTTPAuthority(text))
        #expect(authority.name == name)
        #expect(authority.port == port)
        #expect(authority.isLoopback == ["localhost", "127.0.0.1", "::1"].contains(name))
    }

    @Test(arguments: [
        "", ":80", "[::1].evil", "[::1]evil", "[::1]:80.evil", "[::1", "[]", "[evil.example]",
        "localhost:", "localhost:80x", "localhost:65536", "localhost:-1", "localhost:+1",
        "localhost:80:80", "::1", "a b", "user@localhost", "localhost/x", "localhost,evil",
        "localhost\u{E9}", "localhost:\u{661}",
    ])
    func `a string that is not a name with or without a port is rejected`(text: String) {
        #expect(HTTPAuthority(text) == nil)
    }
}
