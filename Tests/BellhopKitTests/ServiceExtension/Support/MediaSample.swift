// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Files that begin with the bytes of their format.
enum MediaSample {
    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + padding
    static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + padding
    static let gif = Array("GIF89a".utf8) + padding
    static let aiff = Array("FORM".utf8) + [0, 0, 0, 40] + Array("AIFF".utf8) + padding
    static let wav = Array("RIFF".utf8) + [40, 0, 0, 0] + Array("WAVE".utf8) + padding
    static let avi = Array("RIFF".utf8) + [40, 0, 0, 0] + Array("AVI ".utf8) + padding
    static let webp = Array("RIFF".utf8) + [40, 0, 0, 0] + Array("WEBP".utf8) + padding
    static let mp3 = Array("ID3".utf8) + padding
    static let bareMP3: [UInt8] = [0xFF, 0xFB, 0x90, 0x64] + padding
    static let aac: [UInt8] = [0xFF, 0xF1, 0x50, 0x80] + padding
    static let mpeg: [UInt8] = [0, 0, 1, 0xBA] + padding
    static let html = Array("<!DOCTYPE html><html>not a picture</html>".utf8)
    private static let padding = [UInt8](repeating: 0, count: 64)

    /// ISO base media with a major brand of four letters.
    static func base(_ brand: String) -> [UInt8] {
        [0, 0, 0, 24] + Array("ftyp".utf8) + Array(brand.utf8) + padding
    }
}
