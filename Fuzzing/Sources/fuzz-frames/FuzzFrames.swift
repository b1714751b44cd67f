// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import HTTP2Core

/// libFuzzer calls this with the bytes of one peer: the first byte has options, the second the size
/// of pieces; the rest is passed to one end of a connection, as a whole and in pieces.
private func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard bytes.count > 2 else { return 0 }
    let (options, pieceSize) = (bytes[0], Int(bytes[1]) + 1)
    let frames = bytes[2...]
    if options & 1 == 0 {
        var whole = ClientUnderTest(options: options)
        whole.receive(frames)
        var pieces = ClientUnderTest(options: options)
        pieces.receive(frames, pieceSize: pieceSize)
        precondition(whole.outcome == pieces.outcome, "splitting changes the result")
    } else {
        var whole = ServerUnderTest(options: options)
        whole.receive(frames)
        var pieces = ServerUnderTest(options: options)
        pieces.receive(frames, pieceSize: pieceSize)
        precondition(whole.outcome == pieces.outcome, "splitting changes the result")
    }
    return 0
}

/// libFuzzer's own loop. SwiftPM gives an executable a `main` of its own, which calls this.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

@_cdecl("fuzz_frames_main")
public func fuzzMain(
    _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
    var (count, arguments) = (count, arguments)
    return runFuzzer(&count, &arguments, testOneInput)
}
