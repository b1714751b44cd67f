module bellhop.dev/apnstest

go 1.19
