import APNSProvider
import AsyncHTTPClient
import NIOHTTP2
import NIOSSL
