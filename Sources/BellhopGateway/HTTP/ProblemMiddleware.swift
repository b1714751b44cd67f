// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import GatewayAPI
import HTTPTypes
public import Hummingbird
import Logging
import NIOCore

/// Turns every error into a response with a problem. All errors get their status here.
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
        } catch let error as TooManyRequests {
            var response = error.problem.response
            for field in error.fields { response.headers.append(field) }
            response.headers[.retryAfter] = "\(max(1, error.retryAfter))"
            return response
        } catch let error as MethodNotAllowed {
            let allowed = error.allowed.joined(separator: ", ")
            let problem = Problem(
                .methodNotAllowed,
                "this path does not support \(request.method.rawValue); use \(allowed)")
            var response = problem.response
            response.headers[.allow] = allowed
            return response
        } catch {
            let problem = Problem(describing: error)
            if problem.kind == .internalError || problem.kind == .storageUnavailable {
                // The log line omits the path, because the path may contain a device token.
                context.logger.debug(
                    "a request failed", metadata: ["code": "\(problem.code)", "error": "\(error)"])
            }
            return problem.response
        }
    }
}

extension Problem {
    static let secretsLocked = Problem(
        .secretsLocked,
        "the gateway cannot open or seal the app's secrets, because its master key is missing or "
            + "different; restart it with the master key with which the secrets were sealed")

    /// Creates the problem that describes an error.
    public init(describing error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let error as TooManyRequests: self = error.problem
        case let error as GatewayStoreError where error.code == .noMasterKey: self = .secretsLocked
        case let error as GatewayStoreError:
            // The text of the error may contain a path of this machine, which clients must not see.
            self.init(
                .storageUnavailable,
                "the gateway cannot use its database (\(error.code.rawValue)); try again; the "
                    + "gateway's log has the cause"
            )
        case let error as any HTTPResponseError where error.status == .notFound:
            self.init(
                .routeNotFound,
                "there is no resource at this path; the paths of the API begin with /v1, for "
                    + "instance /v1/apps")
        case let error as any HTTPResponseError where error.status == .contentTooLarge:
            self.init(
                .bodyTooLarge,
                "the body is longer than the limit of \(GatewayLimits.bodyByteCountMax) bytes; "
                    + "send a shorter one")
        case let error as any HTTPResponseError where (400..<500).contains(error.status.code):
            self.init(
                .badQuery,
                "the request is not valid HTTP for this API; check the path and the headers")
        default:
            self.init(
                .internalError,
                "the gateway failed; try again, and report the error if it persists")
        }
    }

    /// The HTTP response with the problem.
    public var response: Response {
        let body = (try? GatewayJSON.encodeLine(self)).map { ByteBuffer(bytes: $0) } ?? ByteBuffer()
        var headers: HTTPFields = [.contentType: Problem.contentType, .cacheControl: "no-store"]
        if status == 401 { headers[.wwwAuthenticate] = "Bearer realm=\"bellhop\"" }
        if status == 429 { headers[.retryAfter] = "\(GatewayLimits.deviceCallRetrySeconds)" }
        if kind == .receiptsShed { headers[.retryAfter] = "\(Problem.receiptRetrySeconds)" }
        return Response(
            status: HTTPResponse.Status(code: status), headers: headers,
            body: ResponseBody(byteBuffer: body))
    }
}
