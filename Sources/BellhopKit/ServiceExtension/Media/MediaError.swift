// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Why an image, video or sound was not fetched. None of the messages contains a URL, which may
/// contain secrets.
public enum MediaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Not an `https` URL.
    case address(scheme: String?)
    /// The server redirected to a URL that is not `https`, or to none.
    case redirect(scheme: String?)
    case tooManyRedirects(max: Int)
    case status(Int)
    /// The type of the content.
    case type(String)
    case tooLarge(byteCountMax: Int)
    /// The server closed the connection before the end of the file.
    case incomplete(byteCount: Int, expected: Int)
    /// The connection failed or timed out; the code of `URLError`.
    case connection(code: Int)
    case notWritten

    public var description: String {
        switch self {
        case .address(let scheme):
            "media: \(scheme ?? "no") address; send an https address"
        case .redirect(let scheme):
            "media: the server redirects to \(scheme ?? "no") address; only https is followed"
        case .tooManyRedirects(let max):
            "media: more than \(max) redirects; send the last address"
        case .status(let status): "media: the server answered \(status) instead of 200"
        case .type(let type):
            "media: the file is \(type); send JPEG, PNG, GIF, AIFF, WAV, MP3, M4A, MPEG, MP4 or AVI"
        case .tooLarge(let max): "media: more than \(max) bytes; send a smaller file"
        case .incomplete(let count, let expected):
            "media: \(count) of \(expected) bytes arrived; the server broke off"
        case .connection(let code): "media: no answer in time or no connection (URLError \(code))"
        case .notWritten: "media: the file could not be written; free some storage"
        }
    }
}
