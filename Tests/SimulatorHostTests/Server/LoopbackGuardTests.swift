// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SimulatorHost

@Test(
    arguments: [
        ("localhost:8081", nil, true), ("127.0.0.1:8081", nil, true), ("[::1]:8081", nil, true),
        ("[::1]", nil, true), ("LOCALHOST", nil, true), ("evil.example", nil, false),
        ("[::1].evil", nil, false), ("[::1]:evil", nil, false), ("localhost:8081.evil", nil, false),
        ("localhost", "http://[::1].evil", false), ("127.0.0.1:", nil, false),
        ("127.0.0.1.evil.example:8081", nil, false), ("[::2]:8081", nil, false), (nil, nil, false),
        ("", nil, false), ("localhost", "http://localhost:8080", true),
        ("localhost", "https://[::1]:8080", true), ("localhost", "http://evil.example", false),
        ("localhost", "null", false), ("localhost", "", false), ("localhost", "file://", false),
        ("evil.example", "http://localhost", false),
    ] as [(String?, String?, Bool)])
func `only requests to loopback names, and from loopback pages, are allowed`(
    host: String?, origin: String?, isAllowed: Bool
) {
    #expect(LoopbackGuard.allows(host: host, origin: origin) == isAllowed)
}
