// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopTesting
import Testing

@testable import BellhopKit

struct MediaContentTests {
    @Test(arguments: [
        (MediaSample.png, MediaType.png), (MediaSample.jpeg, .jpeg), (MediaSample.gif, .gif),
        (MediaSample.aiff, .aiff), (MediaSample.wav, .wav), (MediaSample.avi, .avi),
        (MediaSample.mp3, .mp3), (MediaSample.bareMP3, .mp3), (MediaSample.mpeg, .mpeg),
        (MediaSample.base("M4A "), .m4a), (MediaSample.base("M4V "), .mp4),
        (MediaSample.base("isom"), .mp4),
    ])
    func `ATT-2: a file's content determines its type, not its name or the server`(
        bytes: [UInt8], type: MediaType
    ) throws {
        #expect(
            try MediaContent.type(start: bytes, mimeType: "text/html", name: "x.jpg") == type)
        #expect(try MediaContent.type(start: bytes, mimeType: nil, name: "") == type)
    }

    @Test(arguments: [
        ("audio/mp4", "x", MediaType.m4a), ("", "song.m4a", .m4a), ("video/mp4", "x.m4a", .mp4),
        ("audio/mp4; codecs=x", "x.mp4", .m4a), ("image/png", "x", .mp4),
    ])
    func `ATT-2: if the content allows two types, the server's type and the name decide`(
        mimeType: String, name: String, type: MediaType
    ) throws {
        let bytes = MediaSample.base("mp42")
        #expect(
            try MediaContent.type(start: bytes, mimeType: mimeType, name: name) == type)
    }

    @Test(arguments: [
        MediaSample.webp, MediaSample.base("heic"), MediaSample.base("avif"),
        MediaSample.base("qt  "), MediaSample.aac, MediaSample.html, Array("%PDF-1.7".utf8), [],
        [0xFF], Array("RIFF".utf8), Array("FORM....".utf8), [UInt8](repeating: 0, count: 64),
    ])
    func `ATT-2: a type that notifications cannot show is refused, whatever its name`(
        bytes: [UInt8]
    ) {
        #expect(throws: MediaError.self) {
            try MediaContent.type(start: bytes, mimeType: "image/png", name: "x.png")
        }
    }

    @Test(arguments: MediaType.table)
    func `ATT-2, ATT-3: the kit's table of media types agrees with the phone's`(type: MediaType)
        throws
    {
        for ending in type.otherExtensions.union([type.fileExtension]) {
            let known = try #require(AttachmentType.ofFile("/tmp/x." + ending))
            #expect(known.kind.rawValue == type.kind.rawValue)
            #expect(known.kind.byteCountMax == type.kind.byteCountMax)
            #expect(MediaType.ofFile(named: "x." + ending.uppercased()) == type)
        }
        for name in type.mimeTypes { #expect(MediaType.named(mimeType: name) == type) }
    }

    @Test func `ATT-2: every type that the phone attaches is in the table`() {
        for type in AttachmentType.table {
            for ending in type.fileExtensions {
                #expect(MediaType.ofFile(named: "x." + ending) != nil, "\(ending)")
            }
        }
    }
}
