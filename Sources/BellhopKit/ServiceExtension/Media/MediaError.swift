// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The reason why an image, video or sound was not fetched. None of the messages contains a URL,
/// because URLs may contain secrets.
public enum MediaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The URL is not an `https` URL.
    case address(scheme: String?)
    /// The server redirected to a URL that is not `https`, or gave no URL.
    case redirect(scheme: String?)
    case tooManyRedirects(max: Int)
    case status(Int)
    /// The file has a type that notifications cannot show, or that was not requested; the text
    /// describes the type.
    case type(String)
    case tooLarge(byteCountMax: Int)
    /// The server closed the connection before the end of the file.
    case incomplete(byteCount: Int, expected: Int)
    /// The connection failed or timed out; `code` is the code of the `URLError`.
    case connection(code: Int)
    case notWritten

    public var description: String {
        switch self {
        case .address(let scheme):
            "media: the URL \(Self.scheme(scheme)). Send an https URL."
        case .redirect(let scheme):
            "media: the server redirects to a URL that \(Self.scheme(scheme)). Use https."
        case .tooManyRedirects(let max):
            "media: the server redirects more than \(max) times. Send the final URL."
        case .status(let status): "media: the server responded with status \(status) instead of 200"
        case .type(let type):
            "media: the file is \(type). Send a JPEG, PNG, GIF, AIFF, WAV, MP3, M4A, MPEG, MP4 or "
                + "AVI file."
        case .tooLarge(let max): "media: the file has more than \(max) bytes. Send a smaller file."
        case .incomplete(let count, let expected):
            "media: the server closed the connection after \(count) of \(expected) bytes"
        case .connection(let code):
            "media: the connection failed or timed out (URLError \(code))"
        case .notWritten: "media: the file could not be written. Free up some storage."
        }
    }

    private static func scheme(_ scheme: String?) -> String {
        scheme.map { "has the scheme \($0)" } ?? "has no scheme"
    }
}
