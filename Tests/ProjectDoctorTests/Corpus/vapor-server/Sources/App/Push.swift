import Vapor

func send(_ payload: String, to token: String, jwt: String, on app: Application) async throws {
    let response = try await app.client.post("https://api.push.apple.com/3/device/\(token)") {
        request in
        request.headers.add(name: "authorization", value: "bearer \(jwt)")
        request.headers.add(name: "apns-topic", value: "com.example.app")
        request.body = ByteBuffer(string: payload)
    }
    guard response.status == .ok else { throw Abort(.badGateway) }
}
