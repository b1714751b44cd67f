// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What a client says about content codings in `accept-encoding` (RFC 9110 section 12.5.3).
struct AcceptedEncodings {
    /// The weight of each coding that the client names, from 0, which refuses it, to 1.
    private let weights: [Substring: Double]

    /// - Parameter header: the values of the request's `accept-encoding` fields, joined with
    ///   commas; `nil` if it has none.
    init(_ header: String?) {
        var weights: [Substring: Double] = [:]
        for entry in (header ?? "").lowercased().split(separator: ",") {
            let parts = entry.split(separator: ";", omittingEmptySubsequences: false)
                .map(Self.trimmed)
            guard let coding = parts.first, !coding.isEmpty else { continue }
            weights[coding] = Self.weight(parts.dropFirst())
        }
        self.weights = weights
    }

    /// Whether the response should have the coding `gzip`: the client accepts it, and does not
    /// prefer a response without a coding. A client that sends no `accept-encoding` gets no coding,
    /// because it may be a program that decodes nothing.
    var prefersGzip: Bool {
        let gzip = weights["gzip"] ?? weights["x-gzip"] ?? weights["*"] ?? 0
        return gzip > 0 && gzip >= weights["identity"] ?? 0
    }

    /// Returns the weight of a coding with these parameters. A weight that cannot be parsed counts
    /// as 0, because every client can read a response without a coding.
    private static func weight(_ parameters: ArraySlice<Substring>) -> Double {
        guard let parameter = parameters.first else { return 1 }
        guard parameters.count == 1, parameter.hasPrefix("q="),
            let value = Double(parameter.dropFirst(2)), (0...1).contains(value)
        else { return 0 }
        return value
    }

    /// Returns a text without the spaces and tabs around it.
    private static func trimmed(_ text: Substring) -> Substring {
        func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
        var text = text.drop(while: isBlank)
        while let last = text.last, isBlank(last) { text.removeLast() }
        return text
    }
}
