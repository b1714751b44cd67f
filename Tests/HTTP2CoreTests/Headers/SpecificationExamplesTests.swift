// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTP2Core

/// The examples of RFC 7541, appendix C.
struct SpecificationExamplesTests {
    struct Integer: Sendable {
        let section: String
        let value: Int
        let prefixBits: Int
        let hex: String
    }

    @Test(arguments: [
        Integer(section: "C.1.1", value: 10, prefixBits: 5, hex: "0a"),
        Integer(section: "C.1.2", value: 1337, prefixBits: 5, hex: "1f9a 0a"),
        Integer(section: "C.1.3", value: 42, prefixBits: 8, hex: "2a"),
    ])
    func `the numbers of appendix C are written and read`(_ example: Integer) throws {
        var written: [UInt8] = []
        HeaderInteger.append(
            example.value, prefixBits: example.prefixBits, pattern: 0, to: &written)
        #expect(written == bytes(example.hex))
        var offset = 0
        let read = try HeaderInteger.read(
            written.span, at: &offset, prefixBits: example.prefixBits)
        #expect(read == example.value)
        #expect(offset == written.count)
    }

    struct Single: Sendable {
        let section: String
        let hex: String
        let line: String
        let tableSize: Int
    }

    @Test(arguments: [
        Single(
            section: "C.2.1",
            hex: "400a 6375 7374 6f6d 2d6b 6579 0d63 7573 746f 6d2d 6865 6164 6572",
            line: "custom-key: custom-header", tableSize: 55),
        Single(
            section: "C.2.2", hex: "040c 2f73 616d 706c 652f 7061 7468",
            line: ":path: /sample/path", tableSize: 0),
        Single(
            section: "C.2.3", hex: "1008 7061 7373 776f 7264 0673 6563 7265 74",
            line: "password: secret", tableSize: 0),
        Single(section: "C.2.4", hex: "82", line: ":method: GET", tableSize: 0),
    ])
    func `each form of a field of appendix C is read`(_ example: Single) throws {
        var decoder = HeaderDecoder()
        #expect(try decoder.lines(bytes(example.hex)) == [example.line])
        #expect(decoder.tableSize.size == example.tableSize)
    }

    /// Blocks of one connection: bytes, fields, and the size of the table afterwards.
    struct Connection: Sendable {
        let section: String
        var tableSizeMax = 4096
        let blocks: [(hex: String, lines: [String], tableSize: Int, rows: Int)]
    }

    private static let firstRequest = [
        ":method: GET", ":scheme: http", ":path: /", ":authority: www.example.com",
    ]
    private static let secondRequest = firstRequest + ["cache-control: no-cache"]
    private static let thirdRequest = [
        ":method: GET", ":scheme: https", ":path: /index.html", ":authority: www.example.com",
        "custom-key: custom-value",
    ]
    private static let commonFields = [
        "cache-control: private", "date: Mon, 21 Oct 2013 20:13:21 GMT",
        "location: https://www.example.com",
    ]
    private static let lastResponse = [
        ":status: 200", "cache-control: private", "date: Mon, 21 Oct 2013 20:13:22 GMT",
        "location: https://www.example.com", "content-encoding: gzip",
        "set-cookie: foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1",
    ]

    static let requests = [
        Connection(
            section: "C.3",
            blocks: [
                ("8286 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d", firstRequest, 57, 1),
                ("8286 84be 5808 6e6f 2d63 6163 6865", secondRequest, 110, 2),
                (
                    "8287 85bf 400a 6375 7374 6f6d 2d6b 6579 0c63 7573 746f 6d2d 7661 6c75 65",
                    thirdRequest, 164, 3
                ),
            ]),
        Connection(
            section: "C.4",
            blocks: [
                ("8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff", firstRequest, 57, 1),
                ("8286 84be 5886 a8eb 1064 9cbf", secondRequest, 110, 2),
                (
                    "8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf",
                    thirdRequest, 164, 3
                ),
            ]),
    ]

    static let responses = [
        Connection(
            section: "C.5", tableSizeMax: 256,
            blocks: [
                (
                    "4803 3330 3258 0770 7269 7661 7465 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 "
                        + "3133 2032 303a 3133 3a32 3120 474d 546e 1768 7474 7073 3a2f 2f77"
                        + "7777 2e65"
                        + "7861 6d70 6c65 2e63 6f6d",
                    [":status: 302"] + commonFields, 222, 4
                ),
                ("4803 3330 37c1 c0bf", [":status: 307"] + commonFields, 222, 4),
                (
                    "88c1 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133 3a32 3220 "
                        + "474d 54c0 5a04 677a 6970 7738 666f 6f3d 4153 444a 4b48 514b 425a"
                        + "584f 5157"
                        + "454f 5049 5541 5851 5745 4f49 553b 206d 6178 2d61 6765 3d33 3630"
                        + "303b 2076"
                        + "6572 7369 6f6e 3d31",
                    lastResponse, 215, 3
                ),
            ]),
        Connection(
            section: "C.6", tableSizeMax: 256,
            blocks: [
                (
                    "4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 "
                        + "82a6 2d1b ff6e 919d 29ad 1718 63c7 8f0b 97c8 e9ae 82ae 43d3",
                    [":status: 302"] + commonFields, 222, 4
                ),
                ("4883 640e ffc1 c0bf", [":status: 307"] + commonFields, 222, 4),
                (
                    "88c1 6196 d07a be94 1054 d444 a820 0595 040b 8166 e084 a62d 1bff c05a 839b "
                        + "d9ab 77ad 94e7 821d d7f2 e6c7 b335 dfdf cd5b 3960 d5af 2708 7f36"
                        + "72c1 ab27"
                        + "0fb5 291f 9587 3160 65c0 03ed 4ee5 b106 3d50 07",
                    lastResponse, 215, 3
                ),
            ]),
    ]

    @Test(arguments: requests + responses)
    func `the connections of appendix C are read`(_ example: Connection) throws {
        var decoder = HeaderDecoder()
        if example.tableSizeMax < 4096 {
            // The examples assume a table that is this small from the start.
            decoder.setTableSizeMax(example.tableSizeMax)
            var update: [UInt8] = []
            HeaderInteger.append(
                example.tableSizeMax, prefixBits: 5, pattern: 0x20, to: &update)
            #expect(try decoder.lines(update) == [])
        }
        for block in example.blocks {
            #expect(try decoder.lines(bytes(block.hex)) == block.lines)
            #expect(decoder.tableSize == (block.tableSize, block.rows))
        }
    }

    @Test(arguments: requests)
    func `the requests of appendix C are written`(_ example: Connection) throws {
        var encoder = HeaderEncoder(usesHuffman: example.section == "C.4")
        for block in example.blocks {
            var written: [UInt8] = []
            encoder.beginBlock(&written)
            for line in block.lines {
                let colon = try #require(line.dropFirst().firstIndex(of: ":"))
                encoder.append(
                    name: String(line[..<colon]), value: String(line[colon...].dropFirst(2)),
                    .remembered, to: &written)
            }
            #expect(written == bytes(block.hex))
            #expect(encoder.tableSize == (block.tableSize, block.rows))
        }
    }
}
