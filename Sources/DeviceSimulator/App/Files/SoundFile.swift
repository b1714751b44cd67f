// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The headers of a sound file: the encoding of its data, and its length.
///
/// Source: "UNNotificationSound" for the encodings that a phone plays (`SND-1`).
public struct SoundFile: Hashable, Sendable {
    public enum Codec: Hashable, Sendable {
        case linearPCM
        case ima4
        case uLaw
        case aLaw
        /// An encoding that the phone does not play in a notification; the value is the code in the
        /// file.
        case other(String)
    }

    public let codec: Codec
    /// The length in seconds; 0 for a file without sound data.
    public let seconds: Double

    /// Whether the phone plays this encoding in a notification.
    public var isPlayable: Bool {
        switch codec {
        case .linearPCM, .ima4, .uLaw, .aLaw: true
        case .other: false
        }
    }

    /// Reads the headers of a WAVE, AIFF, AIFF-C or Core Audio file.
    ///
    /// - Throws: ``AppFileError`` when the file has another format, or its headers are damaged.
    public init(_ file: AppFile) throws(AppFileError) {
        let bytes = ByteReader(file.bytes)
        let found: (codec: Codec, seconds: Double)?
        switch bytes.text(0, 4) {
        case "RIFF" where bytes.text(8, 4) == "WAVE": found = bytes.readWave()
        case "FORM" where bytes.text(8, 4) == "AIFF" || bytes.text(8, 4) == "AIFC":
            found = bytes.readAIFF()
        case "caff": found = bytes.readCoreAudio()
        default:
            throw AppFileError(
                file.name, nil, "it is not a WAVE, AIFF or Core Audio file",
                "convert it, for instance with afconvert -f caff -d LEI16")
        }
        guard let found, found.seconds.isFinite, found.seconds >= 0 else {
            throw AppFileError(
                file.name, nil, "its headers are damaged or incomplete",
                "convert the sound again")
        }
        codec = found.codec
        seconds = found.seconds
    }
}

// MARK: - The three formats

extension ByteReader {
    /// The maximum number of chunks to read; further chunks are ignored.
    private static let chunkCountMax = 1024

    /// Enumerates the chunks of a file: name, offset and size of each chunk. The size never extends
    /// beyond the end of the file.
    private func forEachChunk(
        from start: Int, sizeBytes: Int, isBig: Bool, isPadded: Bool,
        _ body: (_ name: String, _ offset: Int, _ size: Int) -> Void
    ) {
        var offset = start
        for _ in 0..<Self.chunkCountMax {
            guard let name = text(offset, 4),
                let size = integer(offset + 4, sizeBytes, isBig: isBig)
            else { return }
            let content = offset + 4 + sizeBytes
            // A size of -1 means that the chunk extends to the end of the file.
            let length = Int(min(size, UInt64(count - content)))
            body(name, content, length)
            offset = content + length + (isPadded ? length & 1 : 0)
        }
    }

    func readWave() -> (codec: SoundFile.Codec, seconds: Double)? {
        var codec: SoundFile.Codec?
        var bytesPerSecond = 0.0
        var dataSize: Int?
        forEachChunk(from: 12, sizeBytes: 4, isBig: false, isPadded: true) { name, offset, size in
            if name == "data", dataSize == nil { dataSize = size }
            guard name == "fmt ", let tag = integer(offset, 2, isBig: false) else { return }
            bytesPerSecond = Double(integer(offset + 8, 4, isBig: false) ?? 0)
            // 0xFFFE (`WAVE_FORMAT_EXTENSIBLE`) means that the actual tag is at offset 24.
            let real = tag == 0xFFFE ? integer(offset + 24, 2, isBig: false) ?? tag : tag
            codec =
                switch real {
                case 1, 3: .linearPCM
                case 6: .aLaw
                case 7: .uLaw
                case 0x11: .ima4
                default: .other("0x" + String(real, radix: 16))
                }
        }
        guard let codec, let dataSize, bytesPerSecond > 0 else { return nil }
        return (codec, Double(dataSize) / bytesPerSecond)
    }

    func readAIFF() -> (codec: SoundFile.Codec, seconds: Double)? {
        let isCompressed = text(8, 4) == "AIFC"
        var found: (codec: SoundFile.Codec, seconds: Double)?
        forEachChunk(from: 12, sizeBytes: 4, isBig: true, isPadded: true) { name, offset, size in
            guard name == "COMM", found == nil,
                let frames = integer(offset + 2, 4, isBig: true), let rate = extended(offset + 8),
                rate > 0
            else { return }
            let code = isCompressed ? text(offset + 18, 4) ?? "" : "NONE"
            let codec: SoundFile.Codec =
                switch code {
                case "NONE", "twos", "sowt", "raw ", "in24", "in32", "fl32", "FL32", "fl64",
                    "FL64":
                    .linearPCM
                case "ima4": .ima4
                case "ulaw", "ULAW": .uLaw
                case "alaw", "ALAW": .aLaw
                default: .other(code)
                }
            // For IMA4, the header contains the number of packets, not of frames.
            let factor = codec == .ima4 ? Double(ByteReader.framesPerIMA4Packet) : 1
            found = (codec, Double(frames) * factor / rate)
        }
        return found
    }

    /// The number of frames in a packet of Apple's IMA4 encoding.
    private static let framesPerIMA4Packet = 64

    func readCoreAudio() -> (codec: SoundFile.Codec, seconds: Double)? {
        var description: (rate: Double, code: String, packetBytes: Double, packetFrames: Double)?
        var dataSize: Int?
        var frames: UInt64?
        forEachChunk(from: 8, sizeBytes: 8, isBig: true, isPadded: false) { name, offset, size in
            switch name {
            case "desc":
                guard let rate = integer(offset, 8, isBig: true), let code = text(offset + 8, 4),
                    let bytes = integer(offset + 16, 4, isBig: true),
                    let count = integer(offset + 20, 4, isBig: true)
                else { return }
                description = (
                    Double(bitPattern: rate), code, Double(bytes), Double(count)
                )
            // The first four bytes of the data are the edit count.
            case "data" where dataSize == nil: dataSize = max(0, size - 4)
            case "pakt": frames = integer(offset + 8, 8, isBig: true)
            default: break
            }
        }
        guard let description, let dataSize, description.rate > 0 else { return nil }
        let codec: SoundFile.Codec =
            switch description.code {
            case "lpcm": .linearPCM
            case "ima4": .ima4
            case "ulaw": .uLaw
            case "alaw": .aLaw
            default: .other(description.code)
            }
        if description.packetBytes > 0, description.packetFrames > 0 {
            let packets = Double(dataSize) / description.packetBytes
            return (codec, packets * description.packetFrames / description.rate)
        }
        return frames.map { (codec, Double($0) / description.rate) }
    }
}
