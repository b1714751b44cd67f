// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A payload file as Xcode's Simulator takes it: a payload that may name its app in
/// `"Simulator Target Bundle"`, beside `aps`.
///
/// That key is an instruction to the tool, so it is taken out: it is never sent to APNs.
/// Source: Xcode 11.4 release notes, `simctl push` help.
public struct APNSFile: Hashable, Sendable {
    /// The key that names the app.
    public static let targetBundleKey = "Simulator Target Bundle"
    /// The largest file that is read, in bytes: far beyond any payload, so that the answer about
    /// size comes from APNs, and small enough that a wrong file is refused at once.
    public static let byteCountMax = 256 * 1024

    /// The payload without the key.
    public let payload: Payload
    /// The app that the file names.
    public let targetBundleID: String?
    /// The headers above the JSON; ``FrontMatter/none`` in most files.
    public let frontMatter: FrontMatter
    /// The body for APNs: the file's own bytes when there was no such key, else rewritten without
    /// it.
    public let body: [UInt8]

    /// Reads the bytes of a file.
    ///
    /// - Parameter takesFrontMatter: `false` where nobody would read the headers, as in a body that
    ///   came over HTTP: they then are what they look like, text that is not JSON.
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
