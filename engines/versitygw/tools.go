//go:build tools

// Package versitygw pins the S3 server of the tests, so that go.mod and go.sum name every module of its build.
package versitygw

import _ "github.com/versity/versitygw/cmd/versitygw"
