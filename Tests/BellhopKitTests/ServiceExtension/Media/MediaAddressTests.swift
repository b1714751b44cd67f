// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import BellhopKit

struct MediaAddressTests {
    @Test(arguments: [
        "http://cdn.example.com/a.png", "file:///etc/passwd", "ftp://example.com/a.png",
        "data:image/png;base64,AAAA", "https:///a.png", "a.png", "//cdn.example.com/a.png",
    ])
    func `ATT-1: only https addresses are accepted`(text: String) throws {
        let url = try #require(URL(string: text))
        #expect(throws: MediaError.self) { try MediaAddress(url, allowsLoopback: true) }
    }

    @Test func `http to this machine is accepted only if loopback is allowed`() throws {
        let url = try #require(URL(string: "http://127.0.0.1:80/a.png"))
        #expect(throws: MediaError.address(scheme: "http")) {
            try MediaAddress(url, allowsLoopback: false)
        }
        #expect(try MediaAddress(url, allowsLoopback: true).url == url)
    }

    @Test(arguments: [
        ("https://b.example.com/x", "https://b.example.com/x"),
        ("/x?y=1", "https://a.example.com/x?y=1"), ("x.png", "https://a.example.com/p/x.png"),
        ("//b.example.com/x", "https://b.example.com/x"),
        ("HTTPS://b.example.com/x", "HTTPS://b.example.com/x"),
    ])
    func `a redirect from https to https is followed`(location: String, target: String) throws {
        let start = try MediaAddress(
            try #require(URL(string: "https://a.example.com/p/a.png")), allowsLoopback: false)
        let next = try start.redirected(to: location, allowsLoopback: false)
        #expect(next.url.absoluteString == target)
    }

    @Test(arguments: [
        "http://a.example.com/a.png", "http://127.0.0.1/a.png", "file:///etc/passwd",
        "file://a.example.com/etc/passwd", "javascript:1", "ftp://a.example.com/x", "https://",
        nil,
    ])
    func `a redirect to anything else is refused`(location: String?) throws {
        let start = try MediaAddress(
            try #require(URL(string: "https://a.example.com/a.png")), allowsLoopback: true)
        #expect(throws: MediaError.self) {
            try start.redirected(to: location, allowsLoopback: true)
        }
    }
}
