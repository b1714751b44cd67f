// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Synchronization

/// A file in the coding `gzip`. It is compressed once, when a client first accepts that coding,
/// because many gateways, for instance those of tests, never serve a browser.
final class CompressedAsset: Sendable {
    private enum State {
        case waiting(bytes: [UInt8])
        /// `nil` if the file would not be shorter.
        case compressed(ConsoleAsset.Representation?)
    }

    private let tag: String
    private let state: Mutex<State>

    /// - Parameter tag: the entity tag of the compressed content, with quotation marks.
    init(_ bytes: [UInt8], tag: String) {
        self.tag = tag
        state = Mutex(.waiting(bytes: bytes))
    }

    /// Returns the compressed content; `nil` if it would not be shorter. Requests that arrive while
    /// the file is being compressed wait until this is done.
    ///
    /// - Throws: an error if the file cannot be compressed.
    func representation() throws -> ConsoleAsset.Representation? {
        try state.withLock { state in
            switch state {
            case .compressed(let representation): return representation
            case .waiting(let bytes):
                let representation = try AssetCompression.gzip(bytes).map {
                    ConsoleAsset.Representation(body: ByteBuffer(bytes: $0), tag: tag)
                }
                state = .compressed(representation)
                return representation
            }
        }
    }
}
