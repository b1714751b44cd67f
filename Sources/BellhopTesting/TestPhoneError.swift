// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import DeviceModel
public import Testing

/// The reason why the phone cannot perform a test's request, and the source line of the request.
///
/// Two errors are equal when their codes are equal, even if they were thrown on different lines.
public struct TestPhoneError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public enum Code: Hashable, Sendable {
        /// The app has no device token for pushes of this type.
        case noToken(bundleID: String, APNSWire.PushType)
        /// The test did not specify an app, and the phone does not have exactly one. The associated
        /// value contains the bundle identifiers of the installed apps.
        case appNotSpecified([String])
        /// There is no notification to tap.
        case nothingToTap
        /// The system shows no prompt.
        case noPrompt
        /// The phone's clock differs from the machine's clock by this number of seconds.
        case clockDiffers(seconds: Int)
        /// The payload of a push is not JSON.
        case invalidPayload(JSONSyntaxError)
        /// The phone cannot perform the action in its current state.
        case impossible(DeviceActionError)
    }

    public let code: Code
    /// The source line of the test that made the request.
    public let sourceLocation: SourceLocation

    package init(_ code: Code, at sourceLocation: SourceLocation) {
        self.code = code
        self.sourceLocation = sourceLocation
    }

    public static func == (a: TestPhoneError, b: TestPhoneError) -> Bool { a.code == b.code }
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    public var description: String { "\(sourceLocation): \(problem)" }

    private var problem: String {
        switch code {
        case .noToken(let bundleID, let type):
            "\(bundleID) has no token for \(type.rawValue) pushes. Launch the app so that it "
                + "registers, and check that its code calls the registration method for this push "
                + "type."
        case .appNotSpecified(let apps):
            apps.isEmpty
                ? "there is no app on the phone. Install one."
                : "there are several apps on the phone. Specify one of "
                    + "\(apps.joined(separator: ", "))."
        case .nothingToTap: "there is no notification on the phone. Push one first."
        case .noPrompt:
            "the system is not showing a prompt. The app has to request permission first."
        case .clockDiffers(let seconds):
            "the phone's clock differs from the machine's by \(seconds) s, so APNs would reject "
                + "provider tokens. Create the phone with `at: .now`."
        case .invalidPayload(let error):
            "the payload is not JSON: \(error). To send it anyway, pass `check: .nothing`."
        case .impossible(let error): "\(error)"
        }
    }
}

/// APNs rejected a request. Two errors are equal when the responses are equal, even if they were
/// thrown on different lines.
public struct PushRejected: Error, Hashable, Sendable, CustomStringConvertible {
    /// The HTTP status, for instance 400.
    public let status: Int
    /// The reason, for instance `BadDeviceToken`.
    public let reason: String
    /// A description of the error in this request.
    public let explanation: String
    /// A suggested fix.
    public let remedy: String?
    /// The source line of the test that sent the request.
    public let sourceLocation: SourceLocation

    public static func == (a: PushRejected, b: PushRejected) -> Bool {
        (a.status, a.reason, a.explanation, a.remedy)
            == (b.status, b.reason, b.explanation, b.remedy)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(status)
        hasher.combine(reason)
    }

    public var description: String {
        let detail = [explanation, remedy ?? ""].filter { !$0.isEmpty }.joined(separator: "; ")
        return "\(sourceLocation): APNs responded \(status) \(reason): \(detail)"
    }
}
