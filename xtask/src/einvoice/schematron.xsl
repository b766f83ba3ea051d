<?xml version="1.0" encoding="UTF-8"?>
<!-- Makes an XSLT of a schematron, as far as the rules of e-invoices use it: patterns, rules, asserts, reports,
     lets, and functions in XSLT. What a document breaks is written as SVRL. -->
<xsl:stylesheet version="2.0"
    xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns:sch="http://purl.oclc.org/dsdl/schematron"
    xmlns:svrl="http://purl.oclc.org/dsdl/svrl"
    xmlns:out="urn:written"
    exclude-result-prefixes="sch">
  <xsl:namespace-alias stylesheet-prefix="out" result-prefix="xsl"/>
  <xsl:output indent="yes"/>

  <xsl:template match="/sch:schema">
    <out:stylesheet version="2.0">
      <xsl:for-each select="sch:ns">
        <xsl:namespace name="{@prefix}" select="@uri"/>
      </xsl:for-each>
      <xsl:copy-of select="xsl:*"/>
      <xsl:apply-templates select="sch:let | sch:pattern/sch:let"/>
      <out:template match="/">
        <svrl:schematron-output>
          <xsl:for-each select="sch:pattern">
            <out:apply-templates select="/" mode="pattern-{position()}"/>
          </xsl:for-each>
        </svrl:schematron-output>
      </out:template>
      <xsl:for-each select="sch:pattern">
        <xsl:variable name="mode" select="concat('pattern-', position())"/>
        <xsl:for-each select="sch:rule">
          <!-- Of the rules of a pattern the first that fits is the one. -->
          <out:template match="{@context}" mode="{$mode}" priority="{count(following-sibling::sch:rule) + 1}">
            <xsl:apply-templates select="sch:*"/>
            <out:apply-templates select="@* | node()" mode="{$mode}"/>
          </out:template>
        </xsl:for-each>
        <out:template match="/ | @* | node()" mode="{$mode}" priority="-1">
          <out:apply-templates select="@* | node()" mode="{$mode}"/>
        </out:template>
      </xsl:for-each>
    </out:stylesheet>
  </xsl:template>

  <xsl:template match="sch:let">
    <out:variable name="{@name}" select="{@value}"/>
  </xsl:template>

  <xsl:template match="sch:assert">
    <out:if test="not({@test})">
      <xsl:call-template name="failed"/>
    </out:if>
  </xsl:template>

  <xsl:template match="sch:report">
    <out:if test="{@test}">
      <xsl:call-template name="failed"/>
    </out:if>
  </xsl:template>

  <xsl:template name="failed">
    <svrl:failed-assert>
      <xsl:copy-of select="@id | @flag | @role"/>
      <svrl:text><xsl:value-of select="normalize-space(.)"/></svrl:text>
    </svrl:failed-assert>
  </xsl:template>

  <xsl:template match="sch:*" priority="-1"/>
</xsl:stylesheet>
