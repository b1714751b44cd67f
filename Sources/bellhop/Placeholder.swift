@main struct Bellhop { static func main() {} }
