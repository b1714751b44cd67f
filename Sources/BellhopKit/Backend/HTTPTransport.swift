// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Requests over the system's HTTP client, with limits on time and size.
final class HTTPTransport: Sendable {
    private let session: URLSession
    private let exchanges: HTTPExchanges

    init(limits: HTTPBackend.Limits) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = limits.timeout.inSeconds
        configuration.timeoutIntervalForResource = limits.timeout.inSeconds
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        exchanges = HTTPExchanges(byteCountMax: limits.responseByteCountMax)
        session = URLSession(
            configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    /// - Throws: ``BackendError``, or `CancellationError` when the task was cancelled.
    func send(_ request: URLRequest) async throws -> BackendResponse {
        try Task.checkCancellation()
        let task = session.dataTask(with: request)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                exchanges.begin(task.taskIdentifier, continuation)
                task.resume()
            }
        } onCancel: {
            task.cancel()
        }
    }
}

/// Collects the responses, by request.
final class HTTPExchanges: NSObject, URLSessionDataDelegate, Sendable {
    private struct Exchange {
        var response = BackendResponse(status: 0, headers: [:], body: Data())
        var isTooLarge = false
        let continuation: CheckedContinuation<BackendResponse, any Error>
    }

    private let byteCountMax: Int
    /// The exchanges under way, by the task's identifier. Each exchange ends when the session's
    /// timeout is reached, if not before.
    private let exchanges = Guarded<[Int: Exchange]>([:])

    init(byteCountMax: Int) { self.byteCountMax = byteCountMax }

    func begin(_ id: Int, _ continuation: CheckedContinuation<BackendResponse, any Error>) {
        exchanges.withLock { $0[id] = Exchange(continuation: continuation) }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        note(response, of: dataTask)
        let isTooLarge = response.expectedContentLength > Int64(byteCountMax)
        if isTooLarge { exchanges.withLock { $0[dataTask.taskIdentifier]?.isTooLarge = true } }
        completionHandler(isTooLarge ? .cancel : .allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLarge = exchanges.withLock { exchanges -> Bool in
            guard var exchange = exchanges[dataTask.taskIdentifier] else { return false }
            exchanges[dataTask.taskIdentifier] = nil
            exchange.isTooLarge = exchange.response.body.count + data.count > byteCountMax
            if !exchange.isTooLarge { exchange.response.body.append(data) }
            exchanges[dataTask.taskIdentifier] = exchange
            return exchange.isTooLarge
        }
        if isTooLarge { dataTask.cancel() }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        if let response = task.response { note(response, of: task) }
        let id = task.taskIdentifier
        guard let exchange = exchanges.withLock({ $0.removeValue(forKey: id) }) else { return }
        exchange.continuation.resume(with: result(of: exchange, error))
    }

    private func note(_ response: URLResponse, of task: URLSessionTask) {
        guard let response = response as? HTTPURLResponse else { return }
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields {
            guard let name = name as? String, let value = value as? String else { continue }
            headers[name.lowercased()] = value
        }
        exchanges.withLock { [headers] exchanges in
            exchanges[task.taskIdentifier]?.response.status = response.statusCode
            exchanges[task.taskIdentifier]?.response.headers = headers
        }
    }

    private func result(
        of exchange: Exchange, _ error: (any Error)?
    ) -> Result<BackendResponse, any Error> {
        if exchange.isTooLarge {
            return .failure(
                BackendError(
                    .responseTooLarge,
                    "the response of the app's server has more than \(byteCountMax) bytes. "
                        + "Check that the URL is that of a Bellhop gateway."))
        }
        guard let error else {
            guard exchange.response.status > 0 else {
                return .failure(
                    BackendError(
                        .unreachable, "the app's server sent no response. Check its URL."))
            }
            return .success(exchange.response)
        }
        let code = (error as? URLError)?.code
        switch code {
        case .cancelled: return .failure(CancellationError())
        case .badURL, .unsupportedURL, .appTransportSecurityRequiresSecureConnection:
            return .failure(
                BackendError(
                    .misconfigured,
                    "the server's URL cannot be used (URLError \(code?.rawValue ?? 0)). "
                        + "Set a URL that begins with https://."))
        default:
            return .failure(
                BackendError(
                    .unreachable,
                    "the app's server sent no response (URLError \(code?.rawValue ?? 0)). "
                        + "Check the network, and that the server is running."))
        }
    }
}
