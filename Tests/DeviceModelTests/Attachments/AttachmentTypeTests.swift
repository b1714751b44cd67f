// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

private let megabyte = 1_048_576

@Test(arguments: [
    ("a.png", AttachmentType.Kind.image), ("A.JPEG", .image), ("x/y.gif", .image),
    ("a.wav", .audio),
    ("a.aiff", .audio), ("a.mp3", .audio), ("a.m4a", .audio), ("a.mpg", .movie), ("a.m2v", .movie),
    ("a.mp4", .movie), ("a.avi", .movie),
])
func `T146, ATT-2: the type of an attachment comes from the file's name`(
    path: String, kind: AttachmentType.Kind
) throws {
    #expect(AttachmentType.ofFile(path)?.kind == kind)
    let type = try AttachmentType.check(path: path, typeHint: nil, byteCount: 1)
    #expect(AttachmentType.named(type)?.kind == kind)
}

@Test(arguments: ["a.pdf", "a", ".png", "a.", "png", "a.png/b", ""])
func `ATT-2: a file without a known extension is not recognized`(path: String) {
    #expect(throws: NotificationFailure.attachmentUnrecognizedType(path: path)) {
        try AttachmentType.check(path: path, typeHint: nil, byteCount: 1)
    }
}

@Test func `ATT-2: a type hint overrides the file's name, whether or not the hint is correct`()
    throws
{
    #expect(
        try AttachmentType.check(path: "a.tmp", typeHint: "public.PNG", byteCount: 1)
            == "public.png")
    #expect(throws: NotificationFailure.attachmentUnrecognizedType(path: "a.png")) {
        try AttachmentType.check(path: "a.png", typeHint: "com.adobe.pdf", byteCount: 1)
    }
}

@Test(arguments: [("a.mp3", 5), ("a.png", 10), ("a.mp4", 50)])
func `ATT-3: a file of its kind's maximum size is accepted, and a larger one is not`(
    path: String, megabytes: Int
) throws {
    let max = megabytes * megabyte
    _ = try AttachmentType.check(path: path, typeHint: nil, byteCount: max)
    #expect(
        throws: NotificationFailure.attachmentInvalidFileSize(
            path: path, byteCount: max + 1, byteCountMax: max)
    ) {
        try AttachmentType.check(path: path, typeHint: nil, byteCount: max + 1)
    }
}

@Test func `no type identifier or file extension occurs in two rows of the table`() {
    let identifiers = AttachmentType.table.flatMap(\.identifiers)
    let endings = AttachmentType.table.flatMap(\.fileExtensions)
    #expect(Set(identifiers).count == identifiers.count)
    #expect(Set(endings).count == endings.count)
    #expect(identifiers.allSatisfy { $0 == $0.lowercased() })
}
