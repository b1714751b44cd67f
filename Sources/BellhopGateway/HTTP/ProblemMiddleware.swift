// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import GatewayAPI
import HTTPTypes
public import Hummingbird
import Logging
import NIOCore

/// Turns every error into an answer with a problem; the one place where errors get their status.
public struct ProblemMiddleware<Context: RequestContext>: RouterMiddleware {
    public init() {}

    public func handle(
        _ request: Request, context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as CancellationError {
            throw error
        } catch let error as MethodNotAllowed {
            let allowed = error.allowed.joined(separator: ", ")
            let problem = Problem(
                .methodNotAllowed, "\(request.method.rawValue) does not work here; use \(allowed)")
            var response = problem.response
            response.headers[.allow] = allowed
            return response
        } catch {
            let problem = Problem(describing: error)
            if problem.kind == .internalError || problem.kind == .storageUnavailable {
                // The path is left out, because it may hold a device token.
                context.logger.debug(
                    "a request failed", metadata: ["code": "\(problem.code)", "error": "\(error)"])
            }
            return problem.response
        }
    }
}

extension Problem {
    /// The problem that an error is.
    public init(describing error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let error as GatewayStoreError:
            // The words name a path of this machine, which is nobody's business outside of it.
            self.init(
                .storageUnavailable,
                "the gateway cannot use its database (\(error.code.rawValue)); try again, and "
                    + "see its log"
            )
        case let error as any HTTPResponseError where error.status == .notFound:
            self.init(
                .routeNotFound,
                "there is nothing at this path; the API is under /v1, for instance /v1/apps")
        case let error as any HTTPResponseError where error.status == .contentTooLarge:
            self.init(
                .bodyTooLarge,
                "the body is over the limit of \(GatewayLimits.bodyByteCountMax) bytes; send less")
        case let error as any HTTPResponseError where (400..<500).contains(error.status.code):
            self.init(.badQuery, "the request is not understood; check path and headers")
        default:
            self.init(.internalError, "the gateway failed; try again, and report it if it stays")
        }
    }

    /// The problem as an HTTP answer.
    public var response: Response {
        let body = (try? GatewayJSON.encodeLine(self)).map { ByteBuffer(bytes: $0) } ?? ByteBuffer()
        var headers: HTTPFields = [.contentType: Problem.contentType, .cacheControl: "no-store"]
        if status == 401 { headers[.wwwAuthenticate] = "Bearer realm=\"bellhop\"" }
        if status == 429 { headers[.retryAfter] = "\(GatewayLimits.deviceCallRetrySeconds)" }
        return Response(
            status: HTTPResponse.Status(code: status), headers: headers,
            body: ResponseBody(byteBuffer: body))
    }
}
