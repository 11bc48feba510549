// Reads cases from its input, one a line, and prints what each function opens: `event event`.
package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"check/webhook"
)

func name(event *webhook.Event) string {
	if event == nil {
		return "null"
	}
	return event.EventName
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		raw, _ := base64.StdEncoding.DecodeString(fields[0])
		headers := http.Header{}
		for i, name := range []string{"webhook-id", "webhook-timestamp", "webhook-signature"} {
			if fields[1+i] != "-" {
				headers.Set(name, fields[1+i])
			}
		}
		seconds, _ := strconv.ParseInt(fields[5], 10, 64)
		byHeaders := webhook.OpenByHeaders(raw, headers, fields[4], time.Unix(seconds, 0))
		fmt.Println(name(byHeaders), name(webhook.OpenByBody(raw, fields[4])))
	}
}
