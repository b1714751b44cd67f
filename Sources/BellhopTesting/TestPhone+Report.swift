// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Testing

extension TestPhone: CustomStringConvertible {
    /// A report for a test that fails. It contains the state of the screen, the outcome of each
    /// push, the calls to app code with the rules that caused them, and the requests to APNs. Use
    /// it in a comment: `#expect(phone.screen.banner != nil, "\(phone)")`.
    public var description: String {
        let sections = [
            ("Screen", screenText), ("Arrivals, newest first", arrivalText),
            ("App code, oldest first", traceText), ("APNs, oldest first", "\(apns.log)"),
        ]
        return sections.map { title, text in
            let lines = text.isEmpty ? ["nothing"] : text.split(separator: "\n").map(String.init)
            return "\(title)\n" + lines.map { "  " + $0 }.joined(separator: "\n")
        }.joined(separator: "\n")
    }

    private var screenText: String {
        let screen = screen
        var lines = [screen.isLocked ? "locked" : "unlocked"]
        if let app = screen.app { lines.append("app in the foreground: \(app.bundleID)") }
        if let prompt = screen.prompt {
            lines.append("prompt: \(prompt.kind) of \(prompt.bundleID)")
        }
        if let banner = screen.banner { lines.append("banner: \(banner.oneLine)") }
        lines += screen.notifications.map { "notification: \($0.oneLine)" }
        lines += screen.activities.map { "Live Activity: \($0.attributesType) \($0.contentState)" }
        return lines.joined(separator: "\n")
    }

    private var arrivalText: String {
        arrivals.map { arrival in
            "\(arrival.time.formatted(.iso8601))  \(arrival.bundleID)  \(arrival.summary)"
        }.joined(separator: "\n")
    }

    /// Attaches ``description`` to the running test, as a text file.
    ///
    /// - Parameter name: the file's name; by default, `phone.txt`.
    public func attach(
        named name: String = "phone.txt", sourceLocation: SourceLocation = #_sourceLocation
    ) { Attachment.record(description, named: name, sourceLocation: sourceLocation) }
}
