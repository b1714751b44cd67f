// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import PushLint

/// libFuzzer calls this with each text: lint must not crash, must report every error, and its fixes
/// must end.
private func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let linter = PayloadLinter()
    var findings = linter.lint(SourceText(name: "x", bytes: bytes))
    let isPayload = (try? APNSFile(reading: bytes)) != nil
    let hasError = findings.contains { $0.severity == .error || $0.rule == "too-deep" }
    precondition(isPayload || hasError, "lint reports no error for an invalid payload")
    for finding in findings {
        precondition(finding.location.range.map { $0.upperBound <= count } ?? true, "out of bounds")
    }
    // The other readers of the same bytes.
    _ = FrontMatter(reading: bytes)
    // Fixes must not cause further fixes endlessly.
    var text = bytes
    for _ in 0..<8 {
        let fixes = findings.compactMap(\.fix)
        if fixes.isEmpty { return 0 }
        text = TextFix.apply(fixes, to: text).text
        findings = linter.lint(SourceText(name: "x", bytes: text))
    }
    precondition(findings.allSatisfy { $0.fix == nil }, "fixes do not end")
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
