// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A payload file in the form that Xcode's Simulator accepts: a payload that may contain, in
/// addition to `aps`, the key `"Simulator Target Bundle"` with the app's bundle identifier.
///
/// That key is an instruction to the tool, so it is removed and never sent to APNs.
/// Source: Xcode 11.4 release notes, `simctl push` help.
public struct APNSFile: Hashable, Sendable {
    /// The key whose value is the app's bundle identifier.
    public static let targetBundleKey = "Simulator Target Bundle"
    /// The maximum size of a file in bytes. It is far above APNs' limit for payloads, so that a
    /// payload that is somewhat too large is sent, and APNs rejects it. A file above this maximum
    /// was probably chosen by mistake and is refused before anything is sent.
    public static let byteCountMax = 256 * 1024

    /// The payload without ``targetBundleKey``.
    public let payload: Payload
    /// The bundle identifier of the app that the file specifies, if any.
    public let targetBundleID: String?
    /// The headers above the JSON; ``FrontMatter/none`` in most files.
    public let frontMatter: FrontMatter
    /// The body for APNs. If the file contains ``targetBundleKey``, this is the JSON written again
    /// without that key; otherwise, the unchanged bytes of the file's JSON.
    public let body: [UInt8]

    /// Reads the bytes of a file.
    ///
    /// - Parameter takesFrontMatter: whether headers above the JSON are accepted. Pass `false`
    ///   where such headers would be ignored, as in a body received over HTTP. Front matter is then
    ///   an error, like any other text that is not JSON.
    public init(reading bytes: [UInt8], takesFrontMatter: Bool = true) throws(PayloadError) {
        frontMatter = takesFrontMatter ? FrontMatter(reading: bytes) : .none
        var payload = try Payload(reading: bytes, from: frontMatter.bodyOffset)
        guard let target = payload.custom[Self.targetBundleKey] else {
            self.payload = payload
            targetBundleID = nil
            body = Array(bytes[frontMatter.bodyOffset...])
            return
        }
        payload.custom[Self.targetBundleKey] = nil
        self.payload = payload
        targetBundleID = target.stringValue
        body = payload.encoded
    }
}
