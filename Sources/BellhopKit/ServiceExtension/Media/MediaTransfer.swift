// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request for one file. Redirects are not followed here but returned to the caller.
final class MediaTransfer: NSObject, URLSessionDataDelegate, Sendable {
    enum Output: Sendable {
        case file(DownloadedMedia)
        /// The server redirects to this `Location`.
        case redirect(String?)
    }

    private struct State {
        var continuation: CheckedContinuation<Output, any Error>?
        var session: URLSession?
        var intake: MediaIntake
        var hasEnded = false
        /// A result that arrived before there was a continuation.
        var early: Result<Output, any Error>?
    }

    private let url: URL
    private let state: Guarded<State>

    init(_ url: URL, kinds: Set<MediaType.Kind>, byteCountMax: Int?) {
        self.url = url
        let intake = MediaIntake(
            name: url.lastPathComponent, kinds: kinds, byteCountMax: byteCountMax)
        state = Guarded(State(intake: intake))
    }

    func run(_ configuration: URLSessionConfiguration) async throws -> Output {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                start(configuration, continuation)
            }
        } onCancel: {
            end(.failure(CancellationError()))
        }
    }

    private func start(
        _ configuration: URLSessionConfiguration,
        _ continuation: CheckedContinuation<Output, any Error>
    ) {
        let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
        var request = URLRequest(url: url)
        // With compression, the server's content length would be that of the compressed body.
        request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        request.setValue("image/*, video/*, audio/*", forHTTPHeaderField: "Accept")
        let task = session.dataTask(with: request)
        let early = state.withLock { state -> Result<Output, any Error>? in
            guard !state.hasEnded else { return state.early ?? .failure(CancellationError()) }
            (state.continuation, state.session) = (continuation, session)
            return nil
        }
        guard let early else { return task.resume() }
        session.invalidateAndCancel()
        continuation.resume(with: early)
    }

    /// Ends the transfer once; a file that is not returned is deleted.
    private func end(_ result: Result<Output, any Error>) {
        let ended = state.withLock { state -> State? in
            guard !state.hasEnded else { return nil }
            (state.hasEnded, state.early) = (true, result)
            if case .success(.file) = result {} else { state.intake.discard() }
            defer { (state.continuation, state.session) = (nil, nil) }
            return state
        }
        ended?.continuation?.resume(with: result)
        // `invalidateAndCancel()` runs on another queue: where Foundation uses libcurl, the call
        // blocks until the connection is closed, which may take as long as a fast server keeps the
        // session's queue busy.
        if let session = ended?.session {
            DispatchQueue.global().async { session.invalidateAndCancel() }
        }
    }

    // MARK: - URLSession delegate

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
        end(.success(.redirect(response.value(forHTTPHeaderField: "Location"))))
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        guard let response = response as? HTTPURLResponse else {
            completionHandler(.cancel)
            return end(.failure(MediaError.address(scheme: response.url?.scheme)))
        }
        if (300..<400).contains(response.statusCode) {
            completionHandler(.cancel)
            return end(.success(.redirect(response.value(forHTTPHeaderField: "Location"))))
        }
        do {
            try state.withLock { try $0.intake.begin(response) }
            completionHandler(.allow)
        } catch {
            completionHandler(.cancel)
            end(.failure(error))
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        do {
            try state.withLock { state in if !state.hasEnded { try state.intake.add(data) } }
        } catch { end(.failure(error)) }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        if let error {
            let code = (error as? URLError)?.errorCode ?? (error as NSError).code
            return end(.failure(MediaError.connection(code: code)))
        }
        do {
            let media = try state.withLock { state in
                state.hasEnded ? nil : try state.intake.finish()
            }
            if let media { end(.success(.file(media))) }
        } catch { end(.failure(error)) }
    }
}
