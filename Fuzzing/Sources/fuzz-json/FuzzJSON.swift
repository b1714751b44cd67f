// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import PushLint

/// What libFuzzer calls with each text: lint must survive it, tell of every fault, and mend without
/// changing what was read.
private func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let linter = PayloadLinter()
    var findings = linter.lint(SourceText(name: "x", bytes: bytes))
    let isPayload = (try? APNSFile(reading: bytes)) != nil
    let isFaulty = findings.contains { $0.severity == .error || $0.rule == "too-deep" }
    precondition(isPayload || isFaulty, "lint missed a fault")
    for finding in findings {
        precondition(finding.location.range.map { $0.upperBound <= count } ?? true, "out of bounds")
    }
    // The other readers of the same bytes.
    _ = FrontMatter(reading: bytes)
    // Fixes come to an end.
    var text = bytes
    for _ in 0..<8 {
        let fixes = findings.compactMap(\.fix)
        if fixes.isEmpty { return 0 }
        text = TextFix.apply(fixes, to: text).text
        findings = linter.lint(SourceText(name: "x", bytes: text))
    }
    precondition(findings.allSatisfy { $0.fix == nil }, "fixes have no end")
    return 0
}

/// libFuzzer's own loop. SwiftPM gives an executable a `main` of its own, which calls this.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

@_cdecl("fuzz_json_main")
public func fuzzMain(
    _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
    var (count, arguments) = (count, arguments)
    return runFuzzer(&count, &arguments, testOneInput)
}
