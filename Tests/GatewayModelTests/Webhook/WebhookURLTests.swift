// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Simulation
import Testing

@testable import GatewayModel

struct WebhookURLTests {
    @Test(arguments: [
        ("https://example.com", "example.com", 443, "/", "example.com"),
        ("HTTPS://Example.COM/a/b?c=d%20", "example.com", 443, "/a/b?c=d%20", "example.com"),
        ("https://example.com:8443?x", "example.com", 8443, "/?x", "example.com:8443"),
        ("https://example.com./", "example.com", 443, "/", "example.com"),
        ("https://93.184.215.14/h", "93.184.215.14", 443, "/h", "93.184.215.14"),
        (
            "https://[2606:4700:4700::1111]:4430/", "2606:4700:4700::1111", 4430, "/",
            "[2606:4700:4700::1111]:4430"
        ),
        ("https://xn--mnchen-3ya.de/x", "xn--mnchen-3ya.de", 443, "/x", "xn--mnchen-3ya.de"),
    ])
    func `an address of a public server is accepted`(
        text: String, host: String, port: Int, target: String, authority: String
    ) throws {
        let url = try WebhookURL(text, allowsLoopback: false)
        #expect(url.host == host)
        #expect(url.port == port)
        #expect(url.target == target)
        #expect(url.authority == authority)
    }

    static let hostile = [
        "http://example.com/", "http://127.0.0.1/", "https://127.0.0.1/", "https://127.1/",
        "https://0x7f.1/", "https://0x7f000001/", "https://2130706433/", "https://017700000001/",
        "https://127.0.0.1./", "https://0/", "https://0.0.0.0/", "https://127.000.000.001/",
        "https://[::1]/", "https://[::]/", "https://[::ffff:10.0.0.1]/",
        "https://[::ffff:a00:1]/", "https://[64:ff9b::10.0.0.1]/",
        "https://[64:ff9b:1::a00:1]/", "https://[2002:a00:1::]/", "https://[2001::1]/",
        "https://[fd00::1]/", "https://[fe80::1]/", "https://[fe80::1%25eth0]/",
        "https://[ff02::1]/", "https://[2001:db8::1]/", "https://[fec0::1]/",
        "https://[::10.0.0.1]/", "https://[1::2::3]/", "https://[12345::]/", "https://[::1/",
        "https://169.254.169.254/latest/meta-data/", "https://[fd00:ec2::254]/",
        "https://10.0.0.1/", "https://100.64.0.1/", "https://172.16.0.1/", "https://172.31.9.9/",
        "https://192.168.1.1/", "https://192.0.0.192/", "https://198.18.0.1/",
        "https://203.0.113.5/", "https://224.0.0.1/", "https://240.0.0.1/",
        "https://255.255.255.255/", "https://localhost/", "https://localhost./",
        "https://LOCALHOST/", "https://a.localhost/", "https://metadata.google.internal/",
        "https://printer.local/", "https://intranet/", "https://x.home.arpa/",
        "https://user@example.com/", "https://user:pw@example.com/",
        "https://example.com@127.0.0.1/", "https://example.com\\@127.0.0.1/",
        "https://example.com#@127.0.0.1/", "https://example.com/#x", "https://example.com:22/",
        "https://example.com:25/", "https://example.com:80/", "https://example.com:0/",
        "https://example.com:65536/", "https://example.com:+443/", "https://example.com:/",
        "https://example.com:443:443/", "https:///path", "https://", "https:/example.com/",
        "file:///etc/passwd", "gopher://example.com/", "unix:/var/run/docker.sock",
        "ftp://example.com/", "javascript:alert(1)", "//example.com/", "example.com", "",
        "https://example.com/a b", "https://example.com/\r\nX: y", "https://example.com/\u{0}",
        "https://exаmple.com/", "https://bücher.example/", "https://-a.com/", "https://a-.com/",
        "https://a..com/", "https://.com/", "https://exam_ple.com/", "https://１２７.0.0.1/",
        "https://example.com/<script>", " https://example.com/", "https://[v1.x]/",
        "https://example.com:４４３/",
    ]

    /// R1: hostile addresses are refused before anything is resolved or sent.
    @Test(arguments: hostile)
    func `a hostile address is refused`(text: String) {
        let fault = #expect(throws: WebhookURL.Fault.self) {
            try WebhookURL(text, allowsLoopback: false)
        }
        #expect(fault?.description.contains("\n") == false)
    }

    @Test func `there are more than sixty hostile addresses`() { #expect(Self.hostile.count > 60) }

    @Test(arguments: [
        "http://127.0.0.1:8000/x", "http://localhost:3000", "https://localhost:8443/",
        "http://[::1]:9000/", "http://127.0.0.53:1024/",
    ])
    func `an address of this machine is accepted only if loopback is allowed`(text: String) throws {
        #expect(try WebhookURL(text, allowsLoopback: true).address?.reach ?? .loopback == .loopback)
        #expect(throws: WebhookURL.Fault.self) { try WebhookURL(text, allowsLoopback: false) }
    }

    @Test(arguments: [
        "http://example.com/", "https://10.0.0.1/", "http://192.168.1.1/", "https://x.local/",
        "https://169.254.169.254/", "http://localhost.example/",
    ])
    func `allowing loopback does not allow other forbidden addresses`(text: String) {
        #expect(throws: WebhookURL.Fault.self) { try WebhookURL(text, allowsLoopback: true) }
    }

    @Test func `an address that is too long is refused`() {
        let path = String(repeating: "a", count: WebhookURL.byteCountMax)
        #expect(throws: WebhookURL.Fault.self) {
            try WebhookURL("https://example.com/" + path, allowsLoopback: false)
        }
    }

    @Test func `no random text makes the parser trap, and an accepted URL parses to itself`()
        throws
    {
        var generator = SeededGenerator(seed: 7)
        let pieces = [
            "https://", "http://", "[", "]", ":", "::", ".", "/", "@", "#", "?", "%", "0x", "127",
            "1", "255", "example", "com", "ffff", "\\", "localhost", "443", " ", "é", "\u{0}",
        ]
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
                pieces.randomElement(using: &generator) ?? ""
            }.joined()
            guard let url = try? WebhookURL(text, allowsLoopback: false) else { continue }
            let again = try WebhookURL(
                "https://\(url.authority)\(url.target)", allowsLoopback: false)
            #expect(again == url, "\(text)")
        }
    }
}

struct InternetAddressTests {
    @Test(arguments: [
        ("8.8.8.8", InternetAddress.Reach.everywhere), ("127.0.0.1", .loopback),
        ("127.255.255.255", .loopback), ("172.15.255.255", .everywhere),
        ("172.16.0.0", .elsewhere), ("172.32.0.0", .everywhere), ("100.63.255.255", .everywhere),
        ("100.127.255.255", .elsewhere), ("192.167.255.255", .everywhere),
        ("198.20.0.0", .everywhere), ("223.255.255.255", .everywhere), ("224.0.0.0", .elsewhere),
    ])
    func `the ranges of special IPv4 addresses have the right bounds`(
        text: String, reach: InternetAddress.Reach
    ) {
        #expect(InternetAddress(ipv4: text)?.reach == reach)
    }

    @Test(arguments: [
        ("2606:4700::1", InternetAddress.Reach.everywhere), ("::1", .loopback), ("::", .elsewhere),
        ("::2", .elsewhere), ("2001:1ff:ffff::", .elsewhere), ("2001:200::", .everywhere),
        ("2001:db7::", .everywhere), ("2001:db9::", .everywhere), ("1fff::1", .elsewhere),
        ("4000::1", .elsewhere), ("::ffff:8.8.8.8", .elsewhere), ("64:ff9b::8.8.8.8", .elsewhere),
        ("3fff:fff::1", .elsewhere), ("3fff:1000::1", .everywhere), ("fe80::1", .elsewhere),
    ])
    func `the ranges of special IPv6 addresses have the right bounds`(
        text: String, reach: InternetAddress.Reach
    ) {
        #expect(InternetAddress(ipv6: text)?.reach == reach, "\(text)")
    }

    @Test(arguments: [
        "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:1.2.3.4", "::1.2.3.4", "1::", "1::8", "::",
        "1:2:3:4:5:6:7::", "ABCD::ef01",
    ])
    func `a valid IPv6 address is read`(text: String) {
        #expect(InternetAddress(ipv6: text)?.bytes.count == 16)
    }

    @Test(arguments: [
        "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", ":1:2:3:4:5:6:7:8", "1.2.3.4",
        "::1.2.3", "1.2.3.4::", "::g", "::12345", "1:::2", "", ":", "::1%lo",
    ])
    func `an invalid IPv6 address is not read`(text: String) {
        #expect(InternetAddress(ipv6: text) == nil)
    }
}
