// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DeviceSimulator
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Silent sound files, built byte by byte.
enum SoundSample {
    static func big(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }

    static func little(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }

    /// A WAVE file with one channel.
    static func wave(
        tag: UInt16 = 1, rate: UInt32 = 8000, bits: UInt16 = 8, seconds: Double,
        extensible: Bool = false
    ) -> [UInt8] {
        let width = UInt32(bits / 8)
        let data = [UInt8](repeating: 0, count: Int(seconds * Double(rate * width)))
        var format = little(extensible ? UInt16(0xFFFE) : tag) + little(UInt16(1)) + little(rate)
        format += little(rate * width) + little(UInt16(width)) + little(bits)
        if extensible { format += little(UInt16(22)) + [8, 0, 0, 0, 0, 0] + little(tag) }
        let odd = Array("LIST".utf8) + little(UInt32(3)) + [1, 2, 3, 0]
        let body =
            Array("WAVE".utf8) + odd + Array("fmt ".utf8) + little(UInt32(format.count)) + format
            + Array("data".utf8) + little(UInt32(data.count)) + data
        return Array("RIFF".utf8) + little(UInt32(body.count)) + body
    }

    /// An AIFF file with a sample rate of 8000, which is stored as an 80-bit floating-point number.
    static func aiff(code: String?, frames: UInt32) -> [UInt8] {
        var common = big(UInt16(1)) + big(frames) + big(UInt16(8))
        common += big(UInt16(0x400B)) + big(UInt64(8000) << 51)
        if let code { common += Array(code.utf8) + [0, 0] }
        let body =
            Array((code == nil ? "AIFF" : "AIFC").utf8) + Array("COMM".utf8)
            + big(UInt32(common.count)) + common + Array("SSND".utf8) + big(UInt32(8))
            + [UInt8](repeating: 0, count: 8)
        return Array("FORM".utf8) + big(UInt32(body.count)) + body
    }

    static func caf(
        code: String, packetBytes: UInt32, packetFrames: UInt32, dataSize: Int64,
        packets: [UInt8] = []
    ) -> [UInt8] {
        let format =
            big(Double(8000).bitPattern) + Array(code.utf8) + big(UInt32(0)) + big(packetBytes)
            + big(packetFrames) + big(UInt32(1)) + big(UInt32(8))
        var bytes = Array("caff".utf8) + big(UInt16(1)) + big(UInt16(0))
        bytes += Array("desc".utf8) + big(Int64(format.count)) + format + packets
        bytes += Array("data".utf8) + big(dataSize)
        return bytes + [UInt8](repeating: 0, count: dataSize < 0 ? 8004 : Int(dataSize))
    }

    /// The chunk with the number of frames, for a file whose packets differ in size.
    static func packets(frames: Int64) -> [UInt8] {
        Array("pakt".utf8) + big(Int64(24)) + big(Int64(1)) + big(frames) + big(UInt64(0))
    }
}

private let samples: [(bytes: [UInt8], codec: SoundFile.Codec, seconds: Double)] = [
    (SoundSample.wave(seconds: 2), .linearPCM, 2),
    (SoundSample.wave(bits: 16, seconds: 29.5), .linearPCM, 29.5),
    (SoundSample.wave(tag: 3, bits: 32, seconds: 1), .linearPCM, 1),
    (SoundSample.wave(tag: 1, seconds: 1, extensible: true), .linearPCM, 1),
    (SoundSample.wave(tag: 6, seconds: 1), .aLaw, 1),
    (SoundSample.wave(tag: 7, seconds: 1), .uLaw, 1),
    (SoundSample.wave(tag: 0x11, seconds: 1), .ima4, 1),
    (SoundSample.wave(tag: 0x55, seconds: 1), .other("0x55"), 1),
    (SoundSample.aiff(code: nil, frames: 12_000), .linearPCM, 1.5),
    (SoundSample.aiff(code: "sowt", frames: 240_000), .linearPCM, 30),
    (SoundSample.aiff(code: "ima4", frames: 125), .ima4, 1),
    (SoundSample.aiff(code: "ulaw", frames: 8000), .uLaw, 1),
    (SoundSample.aiff(code: "ALAW", frames: 8000), .aLaw, 1),
    (SoundSample.aiff(code: "GSM ", frames: 8000), .other("GSM "), 1),
    (
        SoundSample.caf(code: "lpcm", packetBytes: 2, packetFrames: 1, dataSize: 16_004),
        .linearPCM, 1
    ),
    (SoundSample.caf(code: "lpcm", packetBytes: 1, packetFrames: 1, dataSize: -1), .linearPCM, 1),
    (SoundSample.caf(code: "ima4", packetBytes: 34, packetFrames: 64, dataSize: 4254), .ima4, 1),
    (SoundSample.caf(code: "alaw", packetBytes: 1, packetFrames: 1, dataSize: 4), .aLaw, 0),
    (
        SoundSample.caf(
            code: "aac ", packetBytes: 0, packetFrames: 1024, dataSize: 100,
            packets: SoundSample.packets(frames: 16_000)), .other("aac "), 2
    ),
]

@Test(arguments: samples.indices)
func `SND-1: the length and coding of a sound are read from its headers`(index: Int) throws {
    let sample = samples[index]
    let sound = try SoundFile(AppFile(name: "chime", bytes: Data(sample.bytes)))
    #expect(sound.codec == sample.codec && sound.seconds == sample.seconds)
    if case .other = sample.codec {
        #expect(!sound.isPlayable)
    } else {
        #expect(sound.isPlayable)
    }
}

@Test func `SND-1: an invalid or truncated sound file is rejected`() throws {
    let mp3 = AppFile(name: "song.wav", bytes: Data("ID3 and more of it".utf8))
    let error = #expect(throws: AppFileError.self) { try SoundFile(mp3) }
    #expect(try #require(error).description.contains("not a WAVE, AIFF or Core Audio file"))
    for whole in [
        SoundSample.wave(seconds: 0), SoundSample.aiff(code: "ima4", frames: 1),
        SoundSample.caf(code: "lpcm", packetBytes: 0, packetFrames: 0, dataSize: 4),
    ] {
        for length in 0..<whole.count where length < 34 {
            let cut = AppFile(name: "cut.wav", bytes: Data(whole[..<length]))
            #expect(throws: AppFileError.self) { try SoundFile(cut) }
        }
    }
    let endless = Array("RIFF".utf8) + [UInt8](repeating: 0xFF, count: 64)
    #expect(throws: AppFileError.self) {
        try SoundFile(AppFile(name: "x.wav", bytes: Data(endless)))
    }
    let silentRate = SoundSample.wave(rate: 0, seconds: 0)
    #expect(throws: AppFileError.self) {
        try SoundFile(AppFile(name: "x.wav", bytes: Data(silentRate)))
    }
}
