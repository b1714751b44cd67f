import Foundation

actor Server {
    static let shared = Server()

    func upload(token: String) async throws {
        var request = URLRequest(url: URL(string: "https://example.com/tokens")!)
        request.httpMethod = "POST"
        request.httpBody = Data(token.utf8)
        _ = try await URLSession.shared.data(for: request)
    }
}

actor Router {
    static let shared = Router()

    func open(_ userInfo: [AnyHashable: Any]) {}
}
