{{- /* What every pod of the service has in common. */ -}}
{{- define "servicepay.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  # Lets the process read the files of the Secret.
  fsGroup: 1000
  seccompProfile:
    type: RuntimeDefault
volumes:
  - name: secrets
    secret:
      secretName: {{ .Values.secrets.existingSecret }}
      defaultMode: 0440
  - name: tmp
    emptyDir:
      sizeLimit: 256Mi
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- /* What every container of the service has in common. */ -}}
{{- define "servicepay.container" -}}
image: {{ include "servicepay.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
env:
  - name: SHUTDOWN_GRACE
    value: {{ printf "%ds" (int .Values.shutdownGraceSeconds) }}
  {{- range $name, $value := .Values.configuration }}
  - name: {{ $name }}
    value: {{ $value | quote }}
  {{- end }}
  {{- range .Values.secrets.variables }}
  - name: {{ . }}_FILE
    value: /run/secrets/servicepay/{{ . }}
  {{- end }}
volumeMounts:
  - name: secrets
    mountPath: /run/secrets/servicepay
    readOnly: true
  - name: tmp
    mountPath: /tmp
{{- end -}}
