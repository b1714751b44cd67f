// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Subprocess

/// What a running process has written so far.
actor Transcript {
    /// The maximum size that is stored, in bytes; the rest is read and dropped.
    static let byteCountMax = 32 << 20

    private(set) var text = ""
    private var isClosed = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Reads an output to its end.
    func read(_ stream: SubprocessOutputSequence) async {
        do {
            for try await line in stream.strings(bufferingPolicy: .unbounded) { append(line) }
        } catch {
            append("(the output cannot be read: \(error))")
        }
        close()
    }

    func append(_ line: String) {
        if text.utf8.count < Self.byteCountMax { text += line + "\n" }
        wake()
    }

    /// Marks the end of the output.
    func close() {
        isClosed = true
        wake()
    }

    /// Waits until the text contains a phrase, or the output has ended.
    ///
    /// - Returns: Whether the text contains the phrase.
    func wait(for phrase: String) async -> Bool {
        while !text.contains(phrase), !isClosed { await park() }
        return text.contains(phrase)
    }

    /// Waits until the output has ended.
    func waitForEnd() async {
        while !isClosed { await park() }
    }

    private func park() async {
        await withCheckedContinuation { waiting.append($0) }
    }

    private func wake() {
        for continuation in waiting { continuation.resume() }
        waiting.removeAll()
    }
}
